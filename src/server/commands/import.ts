import type { Command } from 'commander'

export function importCommand(_program: Command): void {}
