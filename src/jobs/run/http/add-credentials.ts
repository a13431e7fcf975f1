import { AwsV4Signer } from 'aws4fetch';

import { withoutUndefined } from '../../../core/value/members.js';
import type { JobCredentials, TokenCredentials } from '../../contract/job-access.js';

import type { CallSecrets } from './call-secrets.js';
import type { ServiceRequest } from './call-service.js';

type Sigv4 = Extract<JobCredentials, { readonly kind: 'sigv4' }>;

/** Signs exactly this request, body included (AWS Signature Version 4). The signature has its time. */
async function sign(
  { method, url, headers, body }: ServiceRequest,
  { service, region, accessKeyId, secretAccessKey, sessionToken }: Sigv4,
  secrets: CallSecrets,
): Promise<ServiceRequest['headers']> {
  const token = sessionToken === undefined ? undefined : secrets.readOptional(sessionToken);
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers,
    service,
    region,
    accessKeyId: secrets.readPlain(accessKeyId),
    secretAccessKey: secrets.read(secretAccessKey),
    ...withoutUndefined({ body, sessionToken: token }),
  });
  return Object.fromEntries((await signer.sign()).headers);
}

/** Sets a parameter of a query. The other ones stay as they are, byte for byte. */
function withParameter(address: URL, name: string, value: string): URL {
  const own = new URLSearchParams([[name, value]]).toString();
  const others = address.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !new URLSearchParams(part).has(name));
  const url = new URL(address);
  url.search = [...others, own].join('&');
  return url;
}

/** Returns a request with the credentials. */
export async function addCredentials(
  request: ServiceRequest,
  credentials: JobCredentials,
  secrets: CallSecrets,
  readToken: (credentials: TokenCredentials) => Promise<string>,
): Promise<ServiceRequest> {
  const withHeader = (name: string, value: string): ServiceRequest => ({
    ...request,
    headers: { ...request.headers, [name.toLowerCase()]: value },
  });
  switch (credentials.kind) {
    case 'none':
      return request;
    case 'bearer':
      return withHeader('authorization', `Bearer ${secrets.read(credentials.token)}`);
    case 'oauth':
    case 'login':
      return withHeader('authorization', `Bearer ${secrets.add(await readToken(credentials))}`);
    case 'header': {
      const { name, value, prefix } = credentials;
      const secret = secrets.read(value);
      return withHeader(name, prefix === undefined ? secret : `${prefix} ${secret}`);
    }
    case 'query': {
      const { name, value } = credentials;
      return { ...request, url: withParameter(request.url, name, secrets.read(value)) };
    }
    case 'sigv4':
      return { ...request, headers: await sign(request, credentials, secrets) };
    case 'basic': {
      const pair = `${secrets.readPlain(credentials.user)}:${secrets.read(credentials.password)}`;
      const encoded = secrets.add(Buffer.from(pair).toString('base64'));
      return withHeader('authorization', `Basic ${encoded}`);
    }
  }
}
