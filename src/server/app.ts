import { createServer, type RequestListener, type Server } from 'node:http'
import cors from '@fastify/cors'
import swagger from '@fastify/swagger'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { type FastifyInstance, fastify, LogController } from 'fastify'
import { ownDataRoutes } from './account/own-data-routes.ts'
import { findArchiveState } from './archive/state.ts'
import { auditRoutes } from './audit/routes.ts'
import { secondFactorRoutes } from './auth/two-factor/routes.ts'
import { openBackupNames } from './backups/folder.ts'
import { addressOf } from './cache/address.ts'
import { openResponseCache, type ResponseCache, registerResponseCache, type SendCached } from './cache/cache-plugin.ts'
import type { Changes, Listener } from './cache/changes.ts'
import { startCacheInvalidation } from './cache/invalidation.ts'
import { tags } from './cache/tags.ts'
import { privateHeaders, registerPrivateResponses } from './cdn/private-responses.ts'
import { purgeWith } from './cdn/purge-with.ts'
import { openPurger, type Purger } from './cdn/purger.ts'
import { openWaitingLine, type WaitingLine } from './checkout/line/waiting-line.ts'
import { quoteRoutes } from './checkout/quote-routes.ts'
import type { Config } from './config/settings.ts'
import { contactRoutes } from './contact/routes.ts'
import { adminContentRoutes } from './content/admin-routes.ts'
import { contentRoutes } from './content/routes.ts'
import type { Db } from './db/connection.ts'
import type { DiskSpace } from './db/disk-space.ts'
import type { ReadPublic } from './db/replica/replica.ts'
import { discountCodeRoutes } from './discounts/routes.ts'
import { registerAccess } from './http/access.ts'
import { answerBroken } from './http/broken-requests.ts'
import { safeHeadersOf } from './http/headers.ts'
import { registerInputGate } from './http/input-guard.ts'
import { lazySchemas } from './http/lazy-schemas.ts'
import { openAcceptConnections } from './http/limits/accept-connections.ts'
import { registerBodyDeadline } from './http/limits/body-timeout.ts'
import { registerDiskSpace } from './http/limits/disk-space.ts'
import { type Bounds, openBounds, registerLoadShedding } from './http/limits/load-shedding.ts'
import { type Limits, shopLimits } from './http/limits/rate-limit.ts'
import { registerSocketBounds } from './http/limits/sockets.ts'
import { registerRequestIds, requestIds } from './http/request-ids.ts'
import { registerSecurity } from './http/security.ts'
import { openSessions, type Sessions } from './http/sessions.ts'
import type { ImageStorage } from './images/storage.ts'
import { proofRoutes } from './integrity/routes.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import type { Clock, Ids } from './lib/clock.ts'
import { answerBadUrl, notFound, registerErrors } from './lib/errors.ts'
import { loggerFor, registerRequestLog } from './lib/log.ts'
import { buyerRoutes } from './orders/buyer-routes.ts'
import { adminOrderRoutes } from './orders/manage/admin-routes.ts'
import { exportOrderRoutes } from './orders/manage/export-routes.ts'
import { packingRoutes } from './orders/packing/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { type Pages, pageRenderer, pageRoutes } from './pages/routes.ts'
import type { Payments } from './payments/payments.ts'
import { paymentRoutes } from './payments/webhook.ts'
import { bulkRoutes } from './products/bulk/routes.ts'
import { type CollectionMembers, openCollectionMembers } from './products/collections/collection-members.ts'
import { exchangeRoutes } from './products/import/exchange-routes.ts'
import { imageRoutes } from './products/pictures/image-routes.ts'
import { uploadRoutes } from './products/pictures/upload-routes.ts'
import { productRoutes } from './products/routes.ts'
import { type ScheduleWatch, watchSchedule } from './products/schedule/watch.ts'
import { sizeChartRoutes } from './products/size-charts/routes.ts'
import { returnRoutes } from './returns/routes.ts'
import { adminReviewRoutes } from './reviews/admin-routes.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { iconRoutes } from './settings/icons.ts'
import { settingsRoutes } from './settings/routes.ts'
import { setupRoutes } from './settings/setup/routes.ts'
import { watchSettings } from './settings/watch.ts'
import { shipmentRoutes } from './shipments/routes.ts'
import { sitemapRoutes } from './sitemap/routes.ts'
import { statsRoutes } from './stats/routes.ts'
import { alertRoutes } from './stock/alerts/routes.ts'
import { type DemandGatherer, gatherDemand } from './stock/lost-demand/gather.ts'
import { lostDemandRoutes } from './stock/lost-demand/routes.ts'
import { stockRoutes } from './stock/routes.ts'
import { healthRoutes, openReadiness, type Readiness } from './telemetry/health.ts'
import { openTelemetry } from './telemetry/open-telemetry.ts'
import { openRequestCounts } from './telemetry/request-counts.ts'
import { registerRequestMetrics } from './telemetry/request-metrics.ts'
import type { Tracing } from './telemetry/tracing.ts'
import { adminUserRoutes } from './users/admin-routes.ts'
import { invitationRoutes } from './users/invitations/routes.ts'
import { userRoutes } from './users/routes.ts'
import { wishlistRoutes } from './wishlist/routes.ts'
import type { WithdrawalContext } from './withdrawals/limited-receiver.ts'
import { withdrawalPageRoutes } from './withdrawals/page-routes.ts'
import { withdrawalRoutes } from './withdrawals/routes.ts'

/** The dependencies of the app: start/ passes the real ones, a test may pass its own. */
export interface AppContext {
  config: Config
  db: Db
  images: ImageStorage
  payments: Payments
  clock: Clock
  ids: Ids
  limits?: Limits
  /** How many checkouts run at once; the rest wait in line. 64 without it. */
  maxCheckouts?: number
  /** Server-rendered pages; without them the app is only the API. */
  pages?: (app: FastifyInstance, cache: ResponseCache, origin: string) => Promise<Pages>
  /** Subscribes to changes of the shop's data; without it, no response is cached. */
  subscribe?: (listener: Listener) => Promise<Changes>
  /** Runs reads of public data, for example on a replica; without it, they run on `db`. */
  read?: ReadPublic
  /** The free space of the database's disk. */
  space?: Pick<DiskSpace, 'isShort'> & Partial<Pick<DiskSpace, 'freeBytes'>>
  tracing?: Pick<Tracing, 'register'>
  /** For a worker: takes a function that loads its own metrics, and returns one that loads those of the other workers. */
  shareMetrics?: (own: () => Promise<object[]>) => () => Promise<object[][]>
}

/** Builds the shop as one Fastify app, ready to listen. */
export async function buildApp(parts: AppContext) {
  const { config, subscribe } = parts
  const { cache: ownCache, sendCached } = openResponseCache(config, () => schedule.isDue())
  const app: App = createApp(config, sendCached)
  registerResponseCache(app, ownCache)
  const schedule = watchSchedule({ ...parts, log: app.log, onDoubt: () => cache.doubt() })
  const purger = config.cdn && openPurger(config.cdn, app.log)
  registerSchedule(app, schedule)
  const cache = purger ? purgeWith(ownCache, purger) : ownCache
  app.addHook('onClose', async () => purger?.close())
  registerSocketBounds(app, earlyHeadersOf(config))
  const { acceptWaiting } = openAcceptConnections(app.server)
  const settings = watchSettings({ ...parts, log: app.log, onMoment: () => cache.drop([tags.settings, tags.content]) })
  app.decorate('shopFrame', settings.frame)
  app.decorate('latestShopFrame', settings.latestFrame)
  app.decorate('collectionSettings', settings.collections)
  app.addHook('onClose', async () => settings.close())
  const bounds = openBounds(acceptWaiting, parts.maxCheckouts)
  const { maxOpen: maxOfAddress } = limitsOf(parts).checkoutsPerAddress
  const line = openWaitingLine({ ...parts, log: app.log, slots: bounds.checkouts, maxOfAddress })
  app.addHook('onClose', () => line.close())
  const services = openServices(parts, cache, { bounds, line, purger })
  if (config.corsOrigins.length)
    await app.register(cors, {
      origin: [...config.corsOrigins],
      credentials: true,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    })
  const sessions = await registerHttp(app, parts, services)
  const members = openCollectionMembers()
  const readiness = openReadiness(app, acceptWaiting) // before other parts add hooks that run at the shutdown
  if (subscribe) await startCacheInvalidation(app, cache, subscribe, { settings, members, schedule, line })
  await settings.refresh()
  await schedule.refresh()
  await app.register(swagger, { openapi: { openapi: '3.1.0', info: { title: '', version: '1' } } })
  const demand = gatherDemand({ ...parts, log: app.log })
  app.addHook('onClose', () => demand.close())
  await registerRoutes(app, parts, { ...services, sessions, readiness, demand, schedule, members })
  return app
}

/** Before anything is answered, what is due is applied. */
function registerSchedule(app: App, schedule: ScheduleWatch): void {
  app.addHook('onRequest', (_request, _reply, done) => {
    if (schedule.isDue()) void schedule.settle().then(() => done())
    else done()
  })
  app.addHook('onClose', async () => schedule.close())
}

type App = ReturnType<typeof createApp>
type Services = ReturnType<typeof openServices>

/** Creates the request counters, the limits and the telemetry. */
function openServices(
  parts: AppContext,
  cache: ResponseCache,
  { bounds, line, purger }: { bounds: Bounds; line: WaitingLine; purger: Purger | undefined },
) {
  const requests = openRequestCounts()
  const backupNames = openBackupNames(parts.config)
  const archive = (now: Date) => findArchiveState(parts.config, now)
  const telemetry = openTelemetry({ ...parts, requests, cache, bounds, line: line.load, backupNames, archive, purger })
  return { cache, requests, backupNames, archive, bounds, line, telemetry }
}

/** The headers of responses that no hook sees. */
const earlyHeadersOf = ({ publicOrigin, cdn }: Config) => ({
  ...safeHeadersOf(publicOrigin),
  ...(cdn && privateHeaders),
})

function createApp(config: Config, sendCached: SendCached) {
  const headers = earlyHeadersOf(config)
  const app = fastify({
    logger: loggerFor(config),
    genReqId: requestIds(),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: 1024 * 1024,
    serverFactory: answer => openServer(answer, sendCached),
    rewriteUrl: pathOf,
    routerOptions: {
      // Without this ?, URLSearchParams would drop one at the beginning of the text.
      querystringParser: text => Object.fromEntries(new URLSearchParams(`?${text}`)),
      maxParamLength: 1024, // a path may contain an e-mail
    },
    schemaController: { compilersFactory: lazySchemas },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: 'all' } },
    frameworkErrors: answerBadUrl(headers),
    clientErrorHandler: answerBroken(headers),
    return503OnClosing: false, // a request that was accepted is served
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.removeContentTypeParser('text/plain')
  return app
}

/**
 * Opens the HTTP server. What the cache has is sent before Fastify sees the request, which takes 11 instead of 16 µs of
 * the processor.
 */
function openServer(answer: RequestListener, sendCached: SendCached): Server {
  // Bodies have a deadline of their own, and Node's own answer to a request without a Host header would lack our headers.
  const options = { headersTimeout: 30_000, requestTimeout: 0, requireHostHeader: false, keepAliveTimeout: 72_000 }
  return createServer(options, (request, response) => {
    if (!sendCached(request, response)) answer(request, response)
  })
}

/** Registers the hooks that every request passes, in this order. */
async function registerHttp(app: App, parts: AppContext, { requests, cache, bounds, line, telemetry }: Services) {
  const { config, db, clock, tracing, space } = parts
  tracing?.register(app)
  registerErrors(app)
  registerRequestIds(app)
  registerBodyDeadline(app)
  registerSecurity(app, config)
  telemetry.register(app)
  registerLoadShedding(app, bounds, line.isFull, url => cache.has(addressOf(url) ?? ''))
  const sessions = await openSessions(app, { db, clock, origin: config.publicOrigin })
  if (config.cdn) registerPrivateResponses(app)
  registerAccess(app, sessions)
  if (space) registerDiskSpace(app, space)
  registerInputGate(app)
  registerRequestLog(app)
  registerRequestMetrics(app, requests)
  return sessions
}

const limitsOf = ({ limits, config: { checkoutsPerAddress } }: Pick<AppContext, 'limits' | 'config'>): Limits =>
  limits ?? { ...shopLimits, checkoutsPerAddress }

interface RouteServices extends Services {
  sessions: Sessions
  readiness: Readiness
  demand: DemandGatherer
  schedule: ScheduleWatch
  members: CollectionMembers
}

async function registerRoutes(app: App, parts: AppContext, services: RouteServices): Promise<void> {
  const { config, db, images, payments, clock, ids } = parts
  const { read = work => work(db) } = parts
  const limits = limitsOf(parts)
  const { sessions, bounds, line, telemetry, backupNames, archive, readiness, demand, schedule, members } = services
  const { publicOrigin: origin, corsOrigins } = config
  const checkout = { db, payments: payments.provider, clock, ids, origin }
  const accounts = { db, sessions, images, clock, ids, limits, origin }

  await app.register(healthRoutes, { prefix: '/health', db, readiness, dependencies: telemetry.dependencies })
  await app.register(productRoutes, { prefix: '/api/products', db, read, clock, ids, origin, members })
  await app.register(settingsRoutes, { prefix: '/api/settings', db, read, clock, ids })
  await app.register(contentRoutes, { prefix: '/api', db, read, clock, origin })
  await app.register(adminContentRoutes, { prefix: '/api/content', db, clock, ids, origin })
  await app.register(setupRoutes, { prefix: '/api/settings', ...parts, limits })
  await app.register(sizeChartRoutes, { prefix: '/api/size-charts', db, clock, ids })
  await app.register(bulkRoutes, { prefix: '/api/products', db, clock, ids, origin })
  await app.register(exchangeRoutes, { prefix: '/api/products', db, clock, ids, origin })
  await app.register(orderRoutes, {
    prefix: '/api/orders',
    context: checkout,
    sessions,
    limits,
    corsOrigins,
    concurrency: bounds.checkouts,
    line,
    demand,
    schedule,
  })
  await app.register(quoteRoutes, { prefix: '/api', db, clock, sessions, limits })
  await app.register(returnRoutes, { prefix: '/api/returns', context: checkout, sessions, limits })
  await app.register(discountCodeRoutes, { prefix: '/api/discount-codes', db, clock, ids })
  await app.register(adminOrderRoutes, { prefix: '/api/orders', context: checkout })
  await app.register(buyerRoutes, { prefix: '/api/orders', context: checkout, sessions, limits })
  await app.register(packingRoutes, { prefix: '/api/orders', context: checkout })
  await app.register(shipmentRoutes, { prefix: '/api', context: checkout })
  await app.register(exportOrderRoutes, { prefix: '/api/orders', db, clock })
  await app.register(invoiceRoutes, { prefix: '/api/orders', context: checkout, sessions })
  await app.register(paymentRoutes, { prefix: '/api/payments', context: checkout, counts: telemetry.webhooks })
  await app.register(userRoutes, { prefix: '/api/auth', ...accounts })
  await app.register(secondFactorRoutes, { prefix: '/api/auth/second-factor', ...accounts })
  await app.register(ownDataRoutes, { prefix: '/api/auth', ...accounts })
  await app.register(invitationRoutes, { prefix: '/api/auth/invitations', ...accounts })
  await app.register(adminUserRoutes, { prefix: '/api/auth/users', db, sessions, clock, ids })
  await app.register(searchRoutes, { prefix: '/api/search', db, read, clock, sessions, limits, origin })
  await app.register(reviewRoutes, { prefix: '/api/reviews', db, clock, ids, limits })
  await app.register(adminReviewRoutes, { prefix: '/api/reviews', db, clock, ids, origin })
  await app.register(wishlistRoutes, { prefix: '/api/wishlist', db, clock })
  await app.register(statsRoutes, { prefix: '/api/stats', db, clock })
  await app.register(stockRoutes, { prefix: '/api/stock', db, clock, ids, origin })
  await app.register(lostDemandRoutes, { prefix: '/api/stock', db, clock, sessions, limits, demand })
  await app.register(alertRoutes, { db, clock, ids, sessions, limits, demand })
  await app.register(auditRoutes, { prefix: '/api', db, clock, ids })
  const { disk } = telemetry
  await app.register(proofRoutes, { prefix: '/api/proof', ...checkout, config, images, backupNames, archive, disk })
  await app.register(contactRoutes, { prefix: '/api/contact', db, sessions, clock, ids, limits })
  const withdrawals = { db, sessions, clock, ids, limits }
  await app.register(withdrawalRoutes, { prefix: '/api/withdrawals', ...withdrawals })
  await app.register(sitemapRoutes, { read, origin })
  await app.register(payments.pages)
  await app.register(imageRoutes, { prefix: '/images', images })
  await app.register(uploadRoutes, { db, images, clock, limits, origin })
  app.get('/api/docs', { schema: { hide: true }, config: { access: 'anyone' } }, () => {
    const document = app.swagger()
    return { ...document, info: { ...document.info, title: app.shopFrame().name } }
  })
  app.all('/api/*', { schema: { hide: true }, config: { access: 'anyone' } }, () => {
    throw notFound('Address')
  })
  if (parts.pages) await registerPages(app, { open: parts.pages, images, origin, withdrawals }, services)
}

interface PageOptions {
  open: NonNullable<AppContext['pages']>
  images: ImageStorage
  origin: string
  withdrawals: WithdrawalContext
}

async function registerPages(app: App, { open, images, origin, withdrawals }: PageOptions, services: Services) {
  const { cache, bounds } = services
  const pages = await open(app, cache, origin)
  if (pages.assets) await app.register(iconRoutes, { images, assets: pages.assets })
  const renderPage = pageRenderer(pages, bounds.pages)
  await app.register(pageRoutes, { pages, cache, origin, renderPage })
  await app.register(withdrawalPageRoutes, { ...withdrawals, cache, renderPage })
}

/** Returns the path and query of a request. Proxies may send a whole URL; an invalid one becomes a path that is refused. */
function pathOf({ url = '' }: { url?: string }): string {
  if (url.startsWith('/')) return url
  if (!URL.canParse(url)) return '/%'
  const { pathname, search } = new URL(url)
  return pathname + search
}
