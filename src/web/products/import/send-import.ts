import type { ProductImport } from '#domain/products/product-import.ts'

/** The same as of a call of the API: `problemOf` puts it into words. */
interface Failure {
  status: number | 'FETCH_ERROR'
  data?: unknown
}

type Answer = { data: ProductImport; error?: undefined } | { data?: undefined; error: Failure }

/**
 * Sends a file of products to be read; nothing on sale changes by it. Only this kind of request tells how far it is.
 * @param onProgress is told which part of the file is sent, from 0 to 1
 */
export function sendImport(file: File, signal: AbortSignal, onProgress: (part: number) => void): Promise<Answer> {
  return new Promise(resolve => {
    const call = new XMLHttpRequest()
    const fail = (error: Failure) => resolve({ error })
    signal.addEventListener('abort', () => call.abort())
    call.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1))
    for (const event of ['error', 'abort', 'timeout'])
      call.addEventListener(event, () => fail({ status: 'FETCH_ERROR' }))
    call.addEventListener('load', () => {
      const answer = readJson(call.responseText)
      if (call.status === 201 && answer) resolve({ data: answer.data as ProductImport })
      else fail({ status: call.status, data: answer })
    })
    call.open('POST', `/api/products/imports?file=${encodeURIComponent(file.name)}`)
    call.setRequestHeader('Content-Type', 'text/csv')
    call.send(file)
  })
}

function readJson(text: string): { data?: unknown } | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // whatever stands between this browser and the shop
  }
}
