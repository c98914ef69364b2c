import type { Command } from 'commander'

export function imagesCommand(_program: Command): void {}
