/** What goes wrong. */
export const FaultKind = {
  /** SIGKILL, and started again at the end. */
  killReplica: 'killReplica',
  /** SIGTERM: it may answer what it has begun. Started again at the end. */
  restartReplica: 'restartReplica',
  /** SIGSTOP, and SIGCONT at the end. */
  freezeReplica: 'freezeReplica',
  killWorker: 'killWorker',
  freezeWorker: 'freezeWorker',
  /** SIGKILL to every Worker: the Task Queue fills. */
  killAllWorkers: 'killAllWorkers',
  /** SIGKILL to a process of the Temporal Service, and started again on the same database. */
  killTemporal: 'killTemporal',
  freezeTemporal: 'freezeTemporal',
  /** Connections break, and none can be made. */
  cutClients: 'cutClients',
  /** What is sent arrives late. */
  delayClients: 'delayClients',
  /** Requests arrive and are carried out; their replies break the connection. */
  loseReplies: 'loseReplies',
  cutReplicaFromTemporal: 'cutReplicaFromTemporal',
  /** Connections stay open, and nothing passes until the end. */
  silenceReplicaToTemporal: 'silenceReplicaToTemporal',
  delayReplicaToTemporal: 'delayReplicaToTemporal',
  cutWorkerFromTemporal: 'cutWorkerFromTemporal',
  silenceWorkerToTemporal: 'silenceWorkerToTemporal',
  /** One client sends far more than it may, so that the server's queues are full. */
  flood: 'flood',
} as const;
export type FaultKind = (typeof FaultKind)[keyof typeof FaultKind];

/** Which thing goes wrong. Two faults of one part never overlap. */
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

/** The part that each fault befalls. */
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

/** Something that goes wrong for a time. */
export interface Fault {
  readonly kind: FaultKind;
  /** Which of the replicas, Workers or processes of Temporal; 0 where there is one, or where it is all of them. */
  readonly index: number;
  /** From the start of the run, in milliseconds. */
  readonly atMs: number;
  readonly forMs: number;
}
