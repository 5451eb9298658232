import type { Locator, Page } from 'playwright-core';

/** A field of a raffle's settings by its name in the API: its label, its hint, what is wrong with it. */
export const fieldOf = (page: Page, name: string): Locator => page.locator(`#field-${name}`);

/** Where it is typed. */
export const inputOf = (page: Page, name: string): Locator => fieldOf(page, name).locator('input, textarea').first();

export const saveForm = (page: Page): Promise<void> => page.getByRole('button', { name: 'Salvar', exact: true }).click();

/** Waits until all of it is saved. */
export const isFormSaved = (page: Page): Promise<void> => page.getByText(/^Salvo às/).waitFor();
