import type { Locator, Page } from 'playwright-core';

/** A field of the raffle's form by its name in the API. */
export const fieldOf = (page: Page, name: string): Locator => page.locator(`#field-${name}`);

export const inputOf = (page: Page, name: string): Locator => fieldOf(page, name).locator('input, textarea').first();

export const saveForm = (page: Page): Promise<void> => page.getByRole('button', { name: 'Salvar', exact: true }).click();

export const isFormSaved = (page: Page): Promise<void> => page.getByText('Nada a salvar.').waitFor();

/** The parts of the settings are folded at first. */
export const openAllParts = (page: Page): Promise<void> => page.getByRole('button', { name: 'Abrir tudo' }).click();
