const amount = { type: 'string', pattern: '^\\d{1,10}\\.\\d{2}$' };
const name = { type: 'string', minLength: 1, maxLength: 200 };
const devedor = {
  type: 'object',
  required: ['nome'],
  properties: { nome: name, cpf: { type: 'string', pattern: '^\\d{11}$' }, cnpj: { type: 'string', pattern: '^[0-9A-Z]{14}$' } },
  oneOf: [{ required: ['cpf'] }, { required: ['cnpj'] }],
};
const cobProperties = {
  calendario: {
    type: 'object',
    properties: { expiracao: { type: 'integer', minimum: 1, maximum: 2_147_483_647, default: 86_400 } },
  },
  devedor,
  valor: {
    type: 'object',
    properties: { original: amount, modalidadeAlteracao: { type: 'integer', minimum: 0, maximum: 1 } },
  },
  chave: { type: 'string', minLength: 1, maxLength: 77 },
  solicitacaoPagador: { type: 'string', maxLength: 140 },
  infoAdicionais: {
    type: 'array',
    maxItems: 50,
    items: {
      type: 'object',
      required: ['nome', 'valor'],
      properties: { nome: { type: 'string', maxLength: 50 }, valor: { type: 'string', maxLength: 200 } },
    },
  },
};

/** CobSolicitada: what `PUT /cob/{txid}` and `POST /cob` take. Saque and troco are not offered by this bank. */
export const cobBody = {
  type: 'object',
  required: ['calendario', 'valor', 'chave'],
  properties: { ...cobProperties, valor: { ...cobProperties.valor, required: ['original'] } },
};

/** CobRevisada: what `PATCH /cob/{txid}` takes. */
export const cobRevisionBody = {
  type: 'object',
  properties: {
    ...cobProperties,
    calendario: { type: 'object', required: ['expiracao'], properties: cobProperties.calendario.properties },
    status: { type: 'string', const: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
  },
};

/** DevolucaoSolicitada: what `PUT /pix/{e2eid}/devolucao/{id}` takes. */
export const devolucaoBody = {
  type: 'object',
  required: ['valor'],
  properties: { valor: amount, natureza: { type: 'string', const: 'ORIGINAL' }, descricao: { type: 'string', maxLength: 140 } },
};

/** WebhookSolicitado: what `PUT /webhook/{chave}` takes. */
export const webhookBody = {
  type: 'object',
  required: ['webhookUrl'],
  properties: { webhookUrl: { type: 'string', maxLength: 2_000 } },
};

/** What `POST /sandbox/pay` takes. `valor` pays another amount than the code says, or one where the code leaves it open. */
export const payBody = {
  type: 'object',
  required: ['pixCopiaECola'],
  properties: { pixCopiaECola: { type: 'string', maxLength: 1_000 }, valor: amount },
};

/** What `POST /sandbox/take-back` and `/sandbox/give-back` take: the payment, and how much of it when not all. */
export const returnBody = {
  type: 'object',
  required: ['endToEndId'],
  properties: { endToEndId: { type: 'string' }, valor: amount },
};
