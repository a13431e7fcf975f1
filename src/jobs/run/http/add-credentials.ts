import { AwsV4Signer } from 'aws4fetch';

import type { JobCredentials, OauthCredentials } from '../../contract/job-access.js';

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
    ...(body !== undefined && { body }),
    ...(token !== undefined && { sessionToken: token }),
  });
  return Object.fromEntries((await signer.sign()).headers);
}

/** Returns the headers of a request with the credentials. */
export async function addCredentials(
  request: ServiceRequest,
  credentials: JobCredentials,
  secrets: CallSecrets,
  readToken: (oauth: OauthCredentials) => Promise<string>,
): Promise<ServiceRequest['headers']> {
  const { headers } = request;
  switch (credentials.kind) {
    case 'none':
      return headers;
    case 'bearer':
      return { ...headers, authorization: `Bearer ${secrets.read(credentials.token)}` };
    case 'oauth':
      return {
        ...headers,
        authorization: `Bearer ${secrets.add(await readToken(credentials.oauth))}`,
      };
    case 'header':
      return { ...headers, [credentials.name.toLowerCase()]: secrets.read(credentials.value) };
    case 'sigv4':
      return sign(request, credentials, secrets);
    case 'basic': {
      const pair = `${secrets.readPlain(credentials.user)}:${secrets.read(credentials.password)}`;
      const encoded = secrets.add(Buffer.from(pair).toString('base64'));
      return { ...headers, authorization: `Basic ${encoded}` };
    }
  }
}
