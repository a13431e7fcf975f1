import { describe, expect, it } from '@jest/globals';

import { loadAuthSettings } from '../../../../src/app/config/load-auth-settings.js';
import { toAuthSettings } from '../../../../src/manifest/server/auth.js';

const ISSUER = 'https://as.example.com';
const RESOURCE = 'https://mcp.example.com/mcp';

describe('loadAuthSettings', () => {
  it('leaves it to the manifest where the environment says nothing', () => {
    const configured = toAuthSettings({});

    expect(loadAuthSettings(configured, {})).toBe(configured);
    expect(loadAuthSettings(undefined, { TEMPORAL_MCP_TASKS_ISSUER: ' ' })).toBeUndefined();
  });

  it('takes an issuer and a resource from the environment', () => {
    expect(
      loadAuthSettings(undefined, {
        TEMPORAL_MCP_TASKS_ISSUER: ISSUER,
        TEMPORAL_MCP_TASKS_RESOURCE: RESOURCE,
        TEMPORAL_MCP_TASKS_AUDIENCES: 'https://a.example, https://b.example',
        TEMPORAL_MCP_TASKS_SCOPES: 'one two',
        TEMPORAL_MCP_TASKS_JWKS_URI: `${ISSUER}/keys`,
      }),
    ).toMatchObject({
      resource: RESOURCE,
      issuers: [
        {
          issuer: ISSUER,
          jwksUri: `${ISSUER}/keys`,
          audiences: ['https://a.example', 'https://b.example'],
        },
      ],
      scopes: ['one', 'two'],
    });
  });

  it.each([
    [
      { TEMPORAL_MCP_TASKS_RESOURCE: RESOURCE },
      'TEMPORAL_MCP_TASKS_ISSUER is not. Set it to the issuer',
    ],
    [{ TEMPORAL_MCP_TASKS_ISSUER: ISSUER }, 'TEMPORAL_MCP_TASKS_RESOURCE: Missing'],
    [
      { TEMPORAL_MCP_TASKS_ISSUER: 'http://as.example.com', TEMPORAL_MCP_TASKS_RESOURCE: RESOURCE },
      'TEMPORAL_MCP_TASKS_ISSUER: Must be a URL with https',
    ],
    [
      {
        TEMPORAL_MCP_TASKS_ISSUER: ISSUER,
        TEMPORAL_MCP_TASKS_RESOURCE: RESOURCE,
        TEMPORAL_MCP_TASKS_JWKS_URI: 'x',
      },
      'TEMPORAL_MCP_TASKS_JWKS_URI: Must be a URL with https',
    ],
  ])('says what is wrong with %p', (environment, message) => {
    expect(() => loadAuthSettings(undefined, environment)).toThrow(message);
  });

  it('refuses to choose between environment and manifest', () => {
    expect(() =>
      loadAuthSettings(toAuthSettings({}), { TEMPORAL_MCP_TASKS_ISSUER: ISSUER }),
    ).toThrow('configure tokens in only one of them');
  });
});
