/** Programs that run beside a command and end with it. */
import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export const HOST = '127.0.0.1';
export const STARTED_WITHIN_MS = 120_000;
const RUN_WITHIN_MS = 30 * 60_000;
const AGAIN_AFTER_MS = 500;

/** Stops the started programs, the last one first. */
const undoing = [];

export function undoLater(undo) {
  undoing.unshift(undo);
}

export async function undoAll() {
  for (const undo of undoing.splice(0)) await undo();
}

export const say = (line) => process.stderr.write(`${line}\n`);

export function run(command, args, options = {}) {
  return execFileSync(command, args, { encoding: 'utf8', timeout: RUN_WITHIN_MS, ...options });
}

export async function eventually(act) {
  for (const deadline = Date.now() + STARTED_WITHIN_MS; ;) {
    try {
      return await act();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(AGAIN_AFTER_MS);
    }
  }
}

async function isFree(port) {
  const server = createServer().listen(port, HOST);
  const isOurs = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (isOurs) await once(server.close(), 'close');
  return isOurs;
}

/** Temporal stores its ports in PostgreSQL as `smallint`, which limits them to 32767. */
export async function findFreePorts(count) {
  const ports = new Set();
  while (ports.size < count) {
    const port = randomInt(10_000, 32_768);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

function readEnd(log) {
  const lines = fs.readFileSync(log, 'utf8').trim().split('\n').slice(-3);
  return lines.map((line) => line.slice(0, 300)).join('\n');
}

async function untilListening(port) {
  await eventually(async () => {
    const socket = connect(port, HOST);
    await once(socket, 'connect').finally(() => socket.destroy());
  });
}

/**
 * Starts a program, and restarts it when it ends, as a supervisor does. Resolves when the program listens.
 *
 * @param pidFile Contains the process ID while the program listens.
 */
export async function keepRunning(command, args, { port, log, pidFile, signal, ...options }) {
  let child;
  let isStopping = false;
  const launch = async () => {
    const output = fs.openSync(log, 'a');
    child = spawn(command, args, { stdio: ['ignore', output, output], ...options });
    fs.closeSync(output);
    const exited = once(child, 'exit');
    await Promise.race([
      untilListening(port),
      exited.then(() => Promise.reject(new Error(`${command} has ended:\n${readEnd(log)}`))),
    ]);
    if (pidFile) fs.writeFileSync(pidFile, String(child.pid));
    void exited.then(launchAgain);
  };
  const launchAgain = async () => {
    if (pidFile) fs.rmSync(pidFile, { force: true });
    if (isStopping) return;
    await pause(AGAIN_AFTER_MS);
    if (!isStopping) await launch().catch(launchAgain);
  };
  undoLater(async () => {
    isStopping = true;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGCONT');
    child.kill(signal ?? 'SIGTERM');
    await exited;
  });
  await launch();
}
