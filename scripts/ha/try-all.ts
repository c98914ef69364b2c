import { startCluster } from './cluster.ts'
export async function tryAll(folder: string, names: string[]): Promise<boolean> {
  const cluster = await startCluster(folder)
  console.log(await cluster.members(), cluster.settings)
  return true
}
