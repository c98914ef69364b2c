// Runs as its own process: it fetches pictures of imports from a server of this machine, until a test kills it.
//   node killed.fixture.ts '{"connection": ..., "folder": ..., "port": ...}'
import { connect } from 'node:net'
import { openDatabase } from '../../db/connection.ts'
import { diskStorage } from '../../images/disk.ts'
import { systemClock } from '../../lib/clock.ts'
import { startDownloads } from './download-job.ts'

const { connection, folder, port } = JSON.parse(process.argv[2] ?? '{}')
const internet = { resolve: async () => ['93.184.216.34'], connect: () => connect({ host: '127.0.0.1', port }) }
const db = openDatabase(connection)
startDownloads({ db, images: diskStorage(folder), clock: systemClock, internet }, console)
process.stdin.resume().on('end', () => process.exit()) // it must not outlive the test
