import { ListObjectsV2Command, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import type { S3Settings } from '../config/settings.ts'
import { certificateError, isOfTime } from '../lib/certificates.ts'
import { StartupError } from '../lib/startup-error.ts'

const deadlineMs = 8_000
/** Connections to one storage at a time. */
export const sockets = 32

/**
 * Checks that the bucket exists and the key has access. A temporary failure of the storage is accepted, because the shop sells
 * without it too.
 * @param names the first word of the settings that name the bucket
 * @param options `mayBeAway`: also accepts that there is no storage at the address, for one that was there before
 * @throws StartupError with one sentence for the owner
 */
export async function checkBucket(
  settings: S3Settings,
  names: 'S3' | 'ARCHIVE' = 'S3',
  { mayBeAway = false } = {},
): Promise<void> {
  const list = new ListObjectsV2Command({ Bucket: settings.bucket, Prefix: 'nothing/', MaxKeys: 1 })
  const client = clientFor(settings)
  try {
    await client.send(list, { abortSignal: AbortSignal.timeout(deadlineMs) })
  } catch (error) {
    const refusal = refusalOf(error, settings, names)
    if (refusal && !(mayBeAway && isAway(error))) throw new StartupError(refusal)
  } finally {
    client.destroy()
  }
}

function refusalOf(error: unknown, settings: S3Settings, names: string): string | undefined {
  const { bucket, endpoint = 'Amazon S3' } = settings
  const reason = certificateError(error, hostOf(settings))
  if (reason) return isOfTime(error) ? undefined : reason
  if (isCode(error, 'NoSuchBucket'))
    return `There is no bucket ${bucket} at ${endpoint}: create it, or correct ${names}_BUCKET.`
  if (isCode(error, 'InvalidAccessKeyId', 'SignatureDoesNotMatch'))
    return `The storage at ${endpoint} does not know this key: check ${names}_ACCESS_KEY_ID and ${names}_SECRET_ACCESS_KEY.`
  if (isCode(error, 'AccessDenied'))
    return `This key may not use the bucket ${bucket}: allow it to list, read, write and delete there, or use another one.`
  if (isCode(error, 'PermanentRedirect', 'AuthorizationHeaderMalformed'))
    return `The bucket ${bucket} is in another region: set ${names}_REGION to it.`
  const isRefused = error instanceof S3ServiceException && error.$fault === 'client'
  if (isRefused)
    return `The bucket ${bucket} at ${endpoint} cannot be used (${whyOf(error)}): check the ${names}_ settings.`
  const { code = '' } = error as NodeJS.ErrnoException
  const isUnknown = isAway(error) || /^(ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code)
  return isUnknown
    ? `There is no storage at ${endpoint} (${code}): check ${names}_ENDPOINT, and that it runs.`
    : undefined
}

/** Nobody listens at the address, or nobody has its name. */
const isAway = (error: unknown) => /^(ENOTFOUND|ECONNREFUSED)/.test((error as NodeJS.ErrnoException).code ?? '')

/** The host of the storage, for messages. */
export const hostOf = ({ endpoint }: S3Settings) => (endpoint ? new URL(endpoint).host : 'Amazon S3')

export const isCode = (error: unknown, ...codes: string[]) =>
  error instanceof S3ServiceException && codes.includes(error.name)

/**
 * A client of the storage, to be destroyed by its caller.
 * @param silenceMs a request fails after so many ms without a byte; 0 for no limit
 */
export function clientFor({ endpoint, region, accessKeyId, secretAccessKey }: S3Settings, silenceMs = 0): S3Client {
  const agent = { keepAlive: true, maxSockets: sockets }
  return new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint && { endpoint, forcePathStyle: true }),
    maxAttempts: 3,
    // Storages other than Amazon's do not support its newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3_000, socketTimeout: silenceMs, httpAgent: agent, httpsAgent: agent },
  })
}

/** The code and the message of an error. The rest of the storage's response may contain a key. */
export function whyOf(error: unknown): string {
  const { name, code, message } = error as NodeJS.ErrnoException
  const kind = code ?? name
  return message?.includes(kind) ? message : [kind, message].filter(Boolean).join(': ')
}
