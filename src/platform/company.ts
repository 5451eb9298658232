import { formatCnpj } from '@brazilian-utils/brazilian-utils';

interface Company {
  showCompany: boolean;
  companyName: string | null;
  cnpj: string | null;
}

/** Empty while it is not shown. */
export function companyOf({ showCompany, companyName, cnpj }: Company): string {
  if (!showCompany) return '';
  return [companyName, cnpj && `CNPJ ${formatCnpj(cnpj, { version: 2 })}`].filter(Boolean).join(' · ');
}
