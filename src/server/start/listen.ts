import { type AppContext, buildApp } from '../app.ts'
import { listenForChanges } from '../cache/changes.ts'
import type { Config } from '../config/settings.ts'
import type { Connection } from '../db/connection.ts'
import { watchDiskSpace } from '../db/disk-space.ts'
import { openReplica } from '../db/replica/replica.ts'
import { StartupError } from '../lib/startup-error.ts'
import type { Connected } from './shutdown.ts'

/** Length of the accept queue. The kernel drops connections beyond it, and a browser retries only after 1 s, then 2, 4... */
const maxBacklog = 4_096

/** The running server: this process, or the workers that it has started. */
export interface RunningServer {
  /** Its URL on this machine. */
  address: string
  connected: Connected
  /** Resolves when all earlier requests are answered. */
  close(): Promise<void>
}

interface Shop extends Omit<AppContext, 'pages' | 'read' | 'space' | 'subscribe' | 'tracing'> {
  /** The database connection on which the shop listens for changes. */
  connection: Connection
  log: { warn(about: object, message: string): void }
}

/**
 * Builds the shop and listens.
 * @throws StartupError when it cannot listen on HOST and PORT
 */
export async function serve({ connection, log, ...parts }: Shop): Promise<RunningServer> {
  const { config, db: primary } = parts
  let forgetResponsesInTheMaking: () => void = () => undefined
  const replica = config.databaseReplicaUrl
    ? openReplica({
        connection: { connectionString: config.databaseReplicaUrl },
        pooled: config.databaseDirectUrl !== undefined,
        primary,
        log,
        onOldRead: () => forgetResponsesInTheMaking(),
      })
    : undefined
  const subscribe: AppContext['subscribe'] = ({ onChange, onListening }) => {
    forgetResponsesInTheMaking = () => onChange([])
    return listenForChanges(connection, {
      onChange(changed) {
        replica?.noteChange()
        onChange(changed)
      },
      onListening(isListening) {
        replica?.setListening(isListening)
        onListening(isListening)
      },
    })
  }
  const space = await watchDiskSpace({ db: primary, connection, log })
  const tracing = config.tracing ? (await import('../telemetry/tracing.ts')).openTracing(log) : undefined
  const app = await buildApp({
    ...parts,
    tracing,
    pages: await loadPages(),
    read: replica?.read,
    subscribe,
    space,
  })
  const close = async () => {
    await app.close()
    await tracing?.close()
    await space.close()
    await replica?.close()
  }
  try {
    const address = await listen(app, config)
    return { address, connected: app.server, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The built pages in production, otherwise the sources themselves. */
async function loadPages() {
  if (process.env.NODE_ENV === 'production') return (await import('../pages/built.ts')).builtPages
  return (await import('../pages/development.ts')).developmentPages
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, { host, port }: Config) {
  const { level } = app.log
  app.log.level = 'silent' // the banner says it better
  try {
    return await app.listen({ host, port, backlog: maxBacklog })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const cure = 'set PORT to a free one'
    if (code === 'EADDRINUSE')
      throw new StartupError(`Port ${port} is already in use: ${cure}, or stop the program that uses it.`)
    if (code === 'EACCES') throw new StartupError(`This user may not open port ${port}: ${cure} above 1023.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartupError(
        `HOST is ${host}, which is no address of this machine: use 127.0.0.1, or 0.0.0.0 for all addresses.`,
      )
    throw error
  } finally {
    app.log.level = level
  }
}
