/** Steps of an operator and of people to sign in to the inbox, at the authorization server of `real-issuer.ts`. */
import type { Page } from 'playwright-core';

/** Registers the inbox of a server, as an operator does once. @returns `server.inbox` as YAML. */
export async function registerInbox(issuer: string, resource: string): Promise<string> {
  const response = await fetch(new URL('/reg', issuer), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      redirect_uris: [resource.replace(/mcp$/, 'inbox/signed-in')],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      response_types: ['code'],
    }),
  });
  const { client_id: clientId } = (await response.json()) as { readonly client_id: string };
  return `{ enabled: true, signIn: { clientId: "${clientId}" } }`;
}

/** Signs in from a page of the inbox. */
export async function signIn(page: Page, login: string): Promise<void> {
  await page.getByRole('link', { name: 'Sign in' }).click();
  await fillInLogin(page, login);
}

/** Fills in the forms of the authorization server. */
export async function fillInLogin(page: Page, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/\/inbox/);
}
