import { findFreePort, isPortFree } from './free-port.js';
import { LocalTemporalError } from './local-temporal-error.js';

/** Temporal's own default. */
export const defaultPort = 7233;

/** The ports of one dev server. The server itself chooses the ports of its HTTP API and its metrics. */
export interface DevServerPorts {
  readonly port: number;
  /** `undefined`: no Web UI. */
  readonly uiPort: number | undefined;
}

/**
 * Chooses the ports of a dev server: the wanted ports if they are free, or any free port for 0. By default, the Web
 * UI's port is 1000 higher, as in the CLI, or any free port if that is taken.
 *
 * @throws {LocalTemporalError} `portTaken` when a wanted port is taken
 */
export async function findDevServerPorts(
  wantedPort: number,
  wantedUiPort: number | false | undefined,
): Promise<DevServerPorts> {
  if (wantedPort !== 0 && !(await isPortFree(wantedPort))) {
    throw new LocalTemporalError('portTaken', toPortTakenMessage(wantedPort));
  }
  const port = wantedPort === 0 ? await findFreePort() : wantedPort;
  if (wantedUiPort === false) return { port, uiPort: undefined };
  if (wantedUiPort !== undefined && wantedUiPort !== 0) {
    if (await isPortFree(wantedUiPort)) return { port, uiPort: wantedUiPort };
    throw new LocalTemporalError('portTaken', toUiPortTakenMessage(wantedUiPort));
  }
  const usual = port + 1_000;
  const isUsualFree =
    wantedPort !== 0 && wantedUiPort === undefined && usual < 65_536 && (await isPortFree(usual));
  return { port, uiPort: isUsualFree ? usual : await findFreePort() };
}

/** Message for a taken gRPC port. */
export function toPortTakenMessage(port: number): string {
  return `Port ${port} is taken by another program. Stop that program, or choose another port with --temporal-port.`;
}

/** Message for a taken Web UI port. */
export function toUiPortTakenMessage(port: number): string {
  return `Port ${port}, wanted for Temporal's Web UI, is taken by another program. Stop that program, or choose another port with --ui-port.`;
}
