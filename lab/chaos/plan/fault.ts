/** The kinds of faults. */
export const FaultKind = {
  /** SIGKILL; a start at the end. */
  killReplica: 'killReplica',
  /** SIGTERM, after which the replica may answer open requests; a start at the end. */
  restartReplica: 'restartReplica',
  /** SIGSTOP; SIGCONT at the end. */
  freezeReplica: 'freezeReplica',
  killWorker: 'killWorker',
  freezeWorker: 'freezeWorker',
  /** SIGKILL to every Worker: the Task Queue fills. */
  killAllWorkers: 'killAllWorkers',
  /** SIGKILL to a process of the Temporal Service; a start on the same database at the end. */
  killTemporal: 'killTemporal',
  freezeTemporal: 'freezeTemporal',
  /** Breaks connections, and refuses new ones. */
  cutClients: 'cutClients',
  /** Delays data in both directions. */
  delayClients: 'delayClients',
  /** Requests arrive and are carried out. Replies break the connection. */
  loseReplies: 'loseReplies',
  cutReplicaFromTemporal: 'cutReplicaFromTemporal',
  /** Connections stay open, but data waits until the end. */
  silenceReplicaToTemporal: 'silenceReplicaToTemporal',
  delayReplicaToTemporal: 'delayReplicaToTemporal',
  cutWorkerFromTemporal: 'cutWorkerFromTemporal',
  silenceWorkerToTemporal: 'silenceWorkerToTemporal',
  /** One client exceeds its limits, so that the server's queues are full. */
  flood: 'flood',
} as const;
export type FaultKind = (typeof FaultKind)[keyof typeof FaultKind];

/** The affected part. Two faults of one part never overlap. */
export const Part = {
  replicaProcess: 'replicaProcess',
  workerProcess: 'workerProcess',
  temporalProcess: 'temporalProcess',
  /** Between clients and a replica. */
  clientLink: 'clientLink',
  /** Between a replica and Temporal. */
  replicaLink: 'replicaLink',
  /** Between a Worker and Temporal. */
  workerLink: 'workerLink',
  /** The client that floods. */
  flooder: 'flooder',
} as const;
export type Part = (typeof Part)[keyof typeof Part];

export const PART_OF: Readonly<Record<FaultKind, Part>> = {
  killReplica: Part.replicaProcess,
  restartReplica: Part.replicaProcess,
  freezeReplica: Part.replicaProcess,
  killWorker: Part.workerProcess,
  freezeWorker: Part.workerProcess,
  killAllWorkers: Part.workerProcess,
  killTemporal: Part.temporalProcess,
  freezeTemporal: Part.temporalProcess,
  cutClients: Part.clientLink,
  delayClients: Part.clientLink,
  loseReplies: Part.clientLink,
  cutReplicaFromTemporal: Part.replicaLink,
  silenceReplicaToTemporal: Part.replicaLink,
  delayReplicaToTemporal: Part.replicaLink,
  cutWorkerFromTemporal: Part.workerLink,
  silenceWorkerToTemporal: Part.workerLink,
  flood: Part.flooder,
};

/** A planned fault. */
export interface Fault {
  readonly kind: FaultKind;
  /** Index of the replica, Worker or Temporal process. 0 if there is one, or for a fault of all of them. */
  readonly index: number;
  /** Time from the start of the run, in milliseconds. */
  readonly atMs: number;
  readonly forMs: number;
}
