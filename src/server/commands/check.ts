import type { Command } from 'commander'

export function checkCommand(_program: Command): void {}
