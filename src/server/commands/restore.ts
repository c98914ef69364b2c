import type { Command } from 'commander'

export function restoreCommand(_program: Command): void {}
