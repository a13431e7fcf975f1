import addTab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';

/**
 * Adds `completion`, which prints a script for a shell, and the hidden `complete`, which that script calls at each Tab.
 */
export function addCompletion(program: Command): void {
  addTab(program, { completionCommandName: 'completion' });
  const command = program.commands.find((one) => one.name() === 'completion');
  command
    ?.summary('prints the completion script of a shell: bash, fish, zsh or powershell')
    .addHelpText(
      'after',
      `
Example:
  temporal-mcp-tasks completion bash > ~/.local/share/bash-completion/completions/temporal-mcp-tasks`,
    );
}
