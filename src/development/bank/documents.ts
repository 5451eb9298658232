/** A charge as the bank keeps and answers it (CobGerada), without its payments. */
export interface Cob {
  txid: string;
  calendario: { criacao: string; expiracao: number };
  revisao: number;
  status: 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP';
  loc: { id: number; txid: string; location: string; tipoCob: 'cob'; criacao: string };
  /** Host and path of the charge, without a scheme: what its BR Code carries. */
  location: string;
  pixCopiaECola: string;
  chave: string;
  valor: { original: string; modalidadeAlteracao?: number };
  devedor?: { cpf?: string; cnpj?: string; nome: string };
  solicitacaoPagador?: string;
  infoAdicionais?: { nome: string; valor: string }[];
}

/** A received payment (Pix). `txid` is absent when the code had none. */
export interface Pix {
  endToEndId: string;
  txid?: string;
  valor: string;
  chave: string;
  horario: string;
  devolucoes?: Devolucao[];
}

/** A refund of a payment, asked by the receiver (`ORIGINAL`) or taken back by the banks (`MED_*`). */
export interface Devolucao {
  id: string;
  rtrId: string;
  valor: string;
  natureza: 'ORIGINAL' | 'MED_FRAUDE';
  horario: { solicitacao: string; liquidacao?: string };
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';
  motivo?: string;
}

/** A registered callback (WebhookCompleto), with the key it belongs to. */
export interface Webhook {
  chave: string;
  webhookUrl: string;
  cnpj: string;
  criacao: string;
}
