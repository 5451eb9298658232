import type { RefusalSentence } from './sentence.js';

/** Who is calling, and how. */
export const CALLERS: readonly RefusalSentence[] = [
  ['The session has expired: log in again.', 'A sessão expirou: entre de novo.'],
  ['The access token is not valid or has expired: log in again.', 'O token de acesso não é válido ou expirou: entre de novo.'],
  ['The access token is not valid: log in again.', 'O token de acesso não é válido: entre de novo.'],
  ['The access token is not valid any more: log in again.', 'O token de acesso não é mais válido: entre de novo.'],
  [
    'The access token has expired: refresh the session, or log in again.',
    'O token de acesso expirou: renove a sessão, ou entre de novo.',
  ],
  ['The refresh token is not valid any more: log in again.', 'O token de renovação não é mais válido: entre de novo.'],
  ['This needs an access token: log in first.', 'Isto exige um token de acesso: entre primeiro.'],
  [
    'This needs an access token of a user or an operator: log in first.',
    'Isto exige o token de acesso de um usuário ou operador: entre primeiro.',
  ],
  ['Log in first.', 'Entre primeiro.'],
  ['This is for {roles} only.', 'Isto é só para {roles}.'],
  ['Among operators this is for OWNER only: ask an owner.', 'Entre os operadores, isto é só para OWNER: peça a um proprietário.'],
  [
    'Among operators this is for OWNER and {others} only: ask an owner.',
    'Entre os operadores, isto é só para OWNER e {others}: peça a um proprietário.',
  ],
  ['This account no longer exists.', 'Esta conta não existe mais.'],
  [
    'The phone or the code is wrong, or the code does not hold any more.',
    'Código incorreto, ou que já não vale. Confira o telefone ou peça outro.',
  ],
  ['The phone or the password is wrong.', 'Telefone ou senha incorretos.'],
  ['The email or the password is wrong.', 'E-mail ou senha incorretos.'],
  ['Codes cannot be sent just now: log in with your password.', 'Não dá para enviar códigos agora: entre com a sua senha.'],
  [
    'Too many people are logging in just now: try again in a few seconds.',
    'Muita gente está entrando agora: tente de novo em alguns segundos.',
  ],
  ['Too many people are coming just now: try again in a moment.', 'Muita gente está chegando agora: tente de novo em instantes.'],
  ['Too many attempts: try again in {seconds} seconds.', 'Foram muitas tentativas: espere {seconds} segundos.'],
  ['The account was changed just now: try again.', 'A conta acabou de mudar: tente de novo.'],
  [
    'The birth date is set already: ask the people of this site to correct it.',
    'A data de nascimento já está definida: peça à equipe do site para corrigir.',
  ],
  ['Another account has this {fields}: log in, or use another.', 'Outra conta já tem este {fields}: entre nela, ou use outro.'],
  [
    'Somebody else is registering with the same data: try again.',
    'Outra pessoa está se cadastrando com os mesmos dados: tente de novo.',
  ],
  ['Somebody else is writing the same data: try again.', 'Outra pessoa está gravando os mesmos dados: tente de novo.'],
  [
    'This is the last owner: make somebody else an owner first.',
    'Este é o último proprietário: torne outra pessoa proprietária antes.',
  ],
  ['Only an owner may change operators.', 'Só um proprietário pode alterar operadores.'],
  [
    'Only an owner may change a CPF or a birth date: ask one.',
    'Só um proprietário pode alterar CPF ou data de nascimento: peça a um.',
  ],
  [
    'There are quotas in raffles that are not over: {raffles}. Refund or cancel them, or wait for the draw.',
    'Há cotas em rifas que não acabaram: {raffles}. Reembolse ou cancele, ou espere o sorteio.',
  ],
  [
    'This needs the access token of an API client: POST /auth/v1/token gives one.',
    'Isto exige o token de acesso de um cliente de API: POST /auth/v1/token dá um.',
  ],
  ['This is for API clients only.', 'Isto é só para clientes de API.'],
  ['X-Company-ID is not the number of this client.', 'X-Company-ID não é o número deste cliente.'],
  ['Calls of this client must carry a Signature.', 'As chamadas deste cliente devem trazer Signature.'],
  ['The Signature is not that of this body.', 'A Signature não é a deste corpo.'],
  ['The client_secret is wrong.', 'O client_secret está errado.'],
  ['This client is blocked: ask the operator why.', 'Este cliente está bloqueado: pergunte o motivo ao operador.'],
];

/** What came, and what holds for any request. */
export const REQUESTS: readonly RefusalSentence[] = [
  ['There is no such {what}.', 'Não existe: {what}.'],
  ['There is nothing at {method} {path}.', 'Não há nada em {method} {path}.'],
  ['{method} is not served here; {allow} are.', '{method} não é atendido aqui; {allow} são.'],
  ['{method} is not served here, but {allow}.', '{method} não é atendido aqui, mas {allow}.'],
  ['The body must be a JSON object.', 'O corpo deve ser um objeto JSON.'],
  ['The body is not valid JSON.', 'O corpo não é um JSON válido.'],
  ['Send the body as JSON, with Content-Type: application/json.', 'Envie o corpo como JSON, com Content-Type: application/json.'],
  ['Request body is too large', 'O corpo da requisição é grande demais'],
  [
    'Something went wrong on our side. Nothing is lost; try again. When it happens again, tell us the number of the request.',
    'Algo deu errado do nosso lado. Nada se perdeu; tente de novo. Se acontecer outra vez, diga-nos o número da requisição.',
  ],
  ['The variables do not fit their types.', 'As variáveis não têm os tipos certos.'],
  [
    'This costs {cost}, and at most {most} is allowed: a field counts one or more, a page its size. Ask for smaller pages, or for less at once.',
    'Isto custa {cost}, e o máximo é {most}: um campo conta um ou mais, uma página o seu tamanho. Peça páginas menores, ou menos de uma vez.',
  ],
  ['It is {depth} fields deep; at most {most} are allowed.', 'Tem {depth} campos de profundidade; o máximo é {most}.'],
  [
    'It calls {fields} operations; at most {most} fit one request.',
    'Chama {fields} operações; cabem no máximo {most} em uma requisição.',
  ],
  ['With its fragments it selects more than {most} fields.', 'Com os fragmentos, seleciona mais de {most} campos.'],
  [
    'The document is too large: at most {most} tokens, and not the same fields over and over.',
    'O documento é grande demais: no máximo {most} tokens, e não os mesmos campos repetidos.',
  ],
  [
    'Subscriptions are served over WebSocket at this address (graphql-transport-ws).',
    'Assinaturas são atendidas por WebSocket neste endereço (graphql-transport-ws).',
  ],
  [
    'A subscription has exactly one field, so that field has no condition: leave out @skip and @include there, and do not subscribe to what is not wanted.',
    'Uma assinatura tem exatamente um campo, então ele não tem condição: deixe fora @skip e @include, e não assine o que não quer.',
  ],
  [
    'Only subscriptions are served here: send queries and mutations by POST.',
    'Só assinaturas são atendidas aqui: envie consultas e mutações por POST.',
  ],
  [
    'The document has no operation of that name, or none is named.',
    'O documento não tem operação com esse nome, ou nenhuma foi nomeada.',
  ],
  [
    'One {holder} has at most {most} live subscriptions: {wayOut}',
    'Um {holder} tem no máximo {most} assinaturas ativas: {wayOut}',
  ],
  ['There are too many live subscriptions: try again in a moment.', 'Há assinaturas ativas demais: tente de novo em instantes.'],
  ['The service is busy: try again in a moment.', 'O serviço está ocupado: tente de novo em instantes.'],
  [
    'The service is busy, or its database is away: try again in a moment.',
    'O serviço está ocupado, ou o banco de dados está fora: tente de novo em instantes.',
  ],
  [
    'The database went away before it said whether this was done: look before you ask for it again. What is repeated with the same Idempotency-Key is done once.',
    'O banco de dados caiu antes de dizer se isto foi feito: confira antes de pedir de novo. O que se repete com a mesma Idempotency-Key é feito uma só vez.',
  ],
  [
    'Too much is being changed there at once, and nothing was done of this: try again in a moment.',
    'Há mudanças demais ali ao mesmo tempo, e nada disto foi feito: tente de novo em instantes.',
  ],
  [
    'This Idempotency-Key was sent before with another request: use a new key.',
    'Esta Idempotency-Key já veio com outra requisição: use uma chave nova.',
  ],
  ['A file must have at most {most} bytes.', 'Um arquivo deve ter no máximo {most} bytes.'],
  ['At most {most} files are taken at once.', 'São aceitos no máximo {most} arquivos de uma vez.'],
  [
    'Send the files as multipart/form-data, each as "{field}".',
    'Envie os arquivos como multipart/form-data, cada um como "{field}".',
  ],
  [
    'Pictures cannot be kept just now. Nothing was uploaded; try again in a moment.',
    'Não dá para guardar imagens agora. Nada foi enviado; tente de novo em instantes.',
  ],
  ['Pictures cannot be read just now; try again in a moment.', 'Não dá para ler imagens agora; tente de novo em instantes.'],
  [
    'Others are uploading files just now. Nothing was uploaded; try again in a moment.',
    'Outras pessoas estão enviando arquivos agora. Nada foi enviado; tente de novo em instantes.',
  ],
  [
    'The raffle "{title}" shows this picture: give it another one first.',
    'A rifa "{title}" mostra esta imagem: dê outra a ela antes.',
  ],
];
