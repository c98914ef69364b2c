import type { Command } from 'commander'

export function backupCommand(_program: Command): void {}
