import { defineTexts, type TextsOf } from '../platform/texts.js';

export const usersTexts = defineTexts({
  'users.notFound': { code: 'NOT_FOUND', en: 'There is no such user.', 'pt-BR': 'Usuário não encontrado.' },
  'users.accountGone': { code: 'UNAUTHENTICATED', en: 'This account no longer exists.', 'pt-BR': 'Esta conta não existe mais.' },
  'users.identityIsSet': {
    code: 'CONFLICT',
    en: 'A CPF and a birth date are set once: ask the people of this site to correct them.',
    'pt-BR': 'CPF e data de nascimento são definidos uma vez só: peça à equipe do site para corrigir.',
  },
  'users.sameDataWriting': {
    code: 'CONFLICT',
    en: 'Somebody else is writing the same data: try again.',
    'pt-BR': 'Outra pessoa está gravando os mesmos dados: tente de novo.',
  },
  'users.phoneOfAnother': {
    code: 'CONFLICT',
    en: 'You have another account with this phone: log in to it with a code, or ask the people of this site for help.',
    'pt-BR': 'Você tem outra conta com este telefone: entre nela com um código, ou peça ajuda à equipe do site.',
  },
  'users.lastOwner': {
    code: 'CONFLICT',
    en: 'This is the last owner: make somebody else an owner first.',
    'pt-BR': 'Este é o último dono: torne outra pessoa dona antes.',
  },
  'users.ownerChangesOperators': {
    code: 'FORBIDDEN',
    en: 'Only an owner may change operators.',
    'pt-BR': 'Só um dono pode alterar operadores.',
  },
  'users.ownerChangesIdentity': {
    code: 'FORBIDDEN',
    en: 'Only an owner may change a CPF or a birth date: ask one.',
    'pt-BR': 'Só um dono pode alterar CPF ou data de nascimento: peça a um.',
  },
  'users.notTakenAway': { rule: 'notNull', en: 'must not be taken away', 'pt-BR': 'não pode ser removido' },
  'users.personName': {
    rule: 'personName',
    en: 'must be a name of {min} to {max} characters',
    'pt-BR': 'deve ser um nome de {min} a {max} caracteres',
  },
  'users.phone': {
    rule: 'phone',
    en: 'must be a Brazilian phone with its area code, or start with + and a country code',
    'pt-BR': 'deve ser um telefone brasileiro com DDD, ou começar com + e o código do país',
  },
  'users.cpf': { rule: 'cpf', en: 'must be a valid CPF of 11 digits', 'pt-BR': 'deve ser um CPF válido de 11 dígitos' },
  'users.past': { rule: 'past', en: 'must be in the past', 'pt-BR': 'deve estar no passado' },
  'users.notBefore': { rule: 'notBefore', en: 'must not be before {date}', 'pt-BR': 'não pode ser antes de {date}' },
  'users.takenField': {
    rule: 'taken',
    en: 'belongs to another account',
    'pt-BR': 'já é de outra conta',
  },
  'users.requiredForThis': { rule: 'required', en: 'is required for this', 'pt-BR': 'é obrigatório para isto' },
  'users.wrongPassword': { rule: 'wrong', en: 'is wrong', 'pt-BR': 'está incorreto' },
  'users.requiredForBuyer': { rule: 'required', en: 'is required for a buyer', 'pt-BR': 'é obrigatório para um comprador' },
  'users.requiredForOperator': { rule: 'required', en: 'is required for an operator', 'pt-BR': 'é obrigatório para um operador' },
  'users.requiredToLogIn': {
    rule: 'required',
    en: 'is required for an operator, who logs in by it',
    'pt-BR': 'é obrigatório para um operador, que entra com ele',
  },
  'users.operatorsOnly': { rule: 'operatorsOnly', en: 'is for operators', 'pt-BR': 'é para operadores' },
  'users.buyersOnly': { rule: 'buyersOnly', en: 'is for buyers', 'pt-BR': 'é para compradores' },
  'users.buyersPassword': {
    rule: 'buyersOnly',
    en: 'is the buyer’s own to choose: they set one with resetPassword',
    'pt-BR': 'é o próprio comprador que escolhe: ele define uma com resetPassword',
  },
  'users.blockReason': {
    rule: 'reason',
    en: 'must say why in 1 to 500 characters',
    'pt-BR': 'deve dizer o motivo em 1 a 500 caracteres',
  },
  'users.alreadySet': { rule: 'alreadySet', en: 'is set already', 'pt-BR': 'já está definido' },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof usersTexts> {}
}
