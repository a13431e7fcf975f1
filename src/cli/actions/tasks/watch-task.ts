import { ExitCode } from '../../exit-code.js';
import { type Ending, endingOf, type DeskTask } from '../../tasks/desk/desk-task.js';
import type { DeskFlags } from '../../tasks/desk/open-desk.js';
import type { TaskDesk } from '../../tasks/desk/task-desk.js';
import { Prompter } from '../../tasks/prompter.js';
import {
  createJsonView,
  createLineView,
  createTerminalView,
  type WatchView,
} from '../../tasks/show/watch-view.js';

import { toNextCommand } from './next-command.js';
import { withDesk } from './with-desk.js';

export interface WatchFlags extends DeskFlags {
  readonly json?: true;
  /** False with `--no-ask`: the command shows questions, but does not ask them. */
  readonly ask: boolean;
}

const EXIT_CODES: Readonly<Record<Ending, ExitCode>> = {
  done: ExitCode.done,
  failed: ExitCode.taskFailed,
  cancelled: ExitCode.taskCancelled,
};

function hasPerson({ json }: WatchFlags): boolean {
  return json !== true && process.stdin.isTTY && process.stdout.isTTY;
}

function createView({ json }: WatchFlags): WatchView {
  if (json) return createJsonView();
  return process.stdout.isTTY ? createTerminalView() : createLineView();
}

/** The reason why a watch ends before its task. */
type Left = 'interrupted' | 'needsAnswer';

class Watch {
  readonly #taskId: string;
  readonly #flags: WatchFlags;
  readonly #view: WatchView;
  readonly #end = new AbortController();
  #left: Left | undefined;

  constructor(taskId: string, flags: WatchFlags) {
    this.#taskId = taskId;
    this.#flags = flags;
    this.#view = createView(flags);
  }

  async run(desk: TaskDesk): Promise<void> {
    const interrupt = (): void => {
      this.#leave('interrupted');
    };
    process.on('SIGINT', interrupt);
    const prompter =
      this.#flags.ask && hasPerson(this.#flags) ? this.#createPrompter(desk) : undefined;
    try {
      const last = await desk.watch(this.#taskId, {
        signal: this.#end.signal,
        onReading: (task) => {
          this.#onReading(task, prompter);
        },
      });
      await prompter?.end();
      this.#conclude(last);
    } finally {
      await prompter?.end();
      process.off('SIGINT', interrupt);
    }
  }

  #onReading(task: DeskTask, prompter: Prompter | undefined): void {
    this.#view.show(task);
    if (prompter) prompter.update(task);
    else if (this.#flags.ask && task.questions) this.#leave('needsAnswer');
  }

  #createPrompter(desk: TaskDesk): Prompter {
    return new Prompter({
      ask: async (request, signal) => {
        // Loaded here, since only prompts need it.
        const { askQuestion } = await import('../../tasks/ask-question.js');
        return askQuestion(request, signal);
      },
      answer: async (key, response) => desk.answer(this.#taskId, key, response),
      onScreen: (isTaken) => {
        this.#view.pause(isTaken);
      },
      say: (text) => {
        this.#view.say(text);
      },
      onEnough: () => {
        this.#leave('interrupted');
      },
    });
  }

  #leave(how: Left): void {
    this.#left ??= how;
    this.#end.abort();
  }

  #conclude(last: DeskTask | undefined): void {
    const ending = last && endingOf(last);
    if (last && ending) {
      this.#view.end(last);
      process.exitCode = EXIT_CODES[ending];
      return;
    }
    if (this.#left === 'needsAnswer') {
      this.#view.say(`It waits for an answer, and there is nobody here to ask. Answer with:`);
      for (const key of Object.keys(last?.questions ?? {})) {
        this.#view.say(
          `  ${toNextCommand('answer', this.#taskId, this.#flags)} --key ${key} --content '{…}'`,
        );
      }
      process.exitCode = ExitCode.needsAnswer;
      return;
    }
    this.#view.say('The task goes on. To watch it again:');
    this.#view.say(`  ${toNextCommand('watch', this.#taskId, this.#flags)}`);
    process.exitCode = ExitCode.interrupted;
  }
}

/** Watches a task until it has ended, and asks its questions at the terminal. */
export async function watchTask(taskId: string, flags: WatchFlags): Promise<void> {
  await withDesk(flags, async (desk) => new Watch(taskId, flags).run(desk));
}
