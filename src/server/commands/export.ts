import type { Command } from 'commander'

export function exportCommand(_program: Command): void {}
