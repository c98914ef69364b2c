import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

/**
 * Pins these processes with all their threads to one core; some of them may have ended already.
 * @returns false where there is no such core, or no taskset
 */
export const pinTo = (core: number, pids: number[]): boolean =>
  pids
    .map(pid => spawnSync('taskset', ['-a', '-p', '-c', String(core), String(pid)], { stdio: 'ignore' }).status === 0)
    .includes(true)
