/** Invalid manifests: wrong uses of `activity`, and keys that only a tool with a Workflow can have. */
import type { WrongManifest } from './wrong-manifest.js';

/** A valid tool. Tests append keys of its Activity or of the tool. */
const TOOL = `tools:
  a:
    activity:
      type: convertVideo
      taskQueue: media
      startToCloseTimeout: 1 hour
`;
const WHEN = `    questions:
      pay:
        message: Pay?
        properties: {}
        when: { heartbeat: true }
        answer: { signal: pay }
`;
const NO_QUESTIONS = `An Activity can't be asked: write a Workflow, or ask before the start, by "confirm" or a question without "when".`;

export const WRONG_ACTIVITIES: readonly WrongManifest[] = [
  {
    what: 'a Workflow and an Activity',
    text: `${TOOL}    workflow: placeOrder\n`,
    problems: ['7:15 tools.a.workflow: A tool has one kind: leave activity or workflow out.'],
  },
  {
    what: 'an Activity without a type',
    text: 'tools:\n  a: { activity: { taskQueue: media, startToCloseTimeout: 1m } }\n',
    problems: [
      '2:18 tools.a.activity.type: Missing. The Activity Type, as the Worker has registered it: "convertVideo".',
    ],
  },
  {
    what: 'an Activity without a time limit and a Task Queue',
    text: 'tools:\n  a: { activity: convertVideo }\n',
    problems: [
      '2:18 tools.a.activity.taskQueue: Missing: a taskQueue, here or under "defaults.activity". It has no default in Temporal.',
      '2:18 tools.a.activity: Missing: a startToCloseTimeout or a scheduleToCloseTimeout, here or under "defaults.activity". Temporal requires one of them.',
    ],
  },
  {
    what: 'a question to a running Activity',
    text: TOOL + WHEN,
    problems: [`11:15 tools.a.questions.pay.when: ${NO_QUESTIONS}`],
  },
  {
    what: 'approvers of a running Activity',
    text: `${TOOL}    access: { approvers: { subjects: [ada] } }\n`,
    problems: [`7:26 tools.a.access.approvers: ${NO_QUESTIONS}`],
  },
  {
    what: 'a Signal to an Activity',
    text: `${TOOL}    cancel: { signal: stop }\n`,
    problems: [
      '7:23 tools.a.cancel.signal: An Activity gets no Signals: leave it out. A heartbeat tells it of a cancellation.',
    ],
  },
  {
    what: 'an action on an Activity',
    text: `${TOOL}actions:\n  b: { workflow: convertVideo, signal: stop }\n`,
    problems: [
      '8:18 actions.b.workflow: No tool starts the Workflow Type "convertVideo", so there would be no task to act on. An Activity gets no messages.',
    ],
  },
  {
    what: 'a status that an Activity does not have',
    text: `${TOOL}    status: { query: state }\n`,
    problems: [
      '7:22 tools.a.status.query: An Activity shows only its heartbeat: write "heartbeat: true".',
    ],
  },
  {
    what: 'a message to an Activity, and a memo',
    text: `${TOOL}      startWith: { signal: add }\n      memo: { a: b }\n`,
    problems: [
      '7:7 tools.a.activity.startWith: Unknown key "startWith". An Activity gets no messages: write a Workflow.',
      '8:7 tools.a.activity.memo: Unknown key "memo". An Activity has no memo: write searchAttributes, summary or details.',
    ],
  },
  {
    what: 'the time limits of a Workflow',
    text: `${TOOL}      executionTimeout: 1h\n      runTimeout: 1h\n`,
    problems: [
      '7:7 tools.a.activity.executionTimeout: Unknown key "executionTimeout". Write "scheduleToCloseTimeout".',
      '8:7 tools.a.activity.runTimeout: Unknown key "runTimeout". Write "startToCloseTimeout".',
    ],
  },
  {
    what: 'an Activity with the ID of a Workflow',
    text: `${TOOL}      id: 'convert-{file}'\n    input: { type: object, required: [file], properties: { file: { type: string } } }\n`,
    problems: [
      '7:11 tools.a.activity.id: The ID of an Activity begins with "activity:": write "activity:order-{order_id}".',
    ],
  },
  {
    what: 'a Workflow with the ID of an Activity',
    text: `tools:\n  a:\n    workflow: { type: w, taskQueue: q, id: 'activity:{file}' }\n    input: { type: object, required: [file], properties: { file: { type: string } } }\n`,
    problems: [
      '3:44 tools.a.workflow.id: Start with another text ("order-{order_id}"): IDs of Activities begin with "activity:".',
    ],
  },
];
