import type { ProductImport } from '#domain/products/product-import.ts'

/** Has the shape of an error of the API client, so that `formErrorOf` can describe it. */
interface Failure {
  status: number | 'FETCH_ERROR'
  data?: unknown
}

type Answer = { data: ProductImport; error?: undefined } | { data?: undefined; error: Failure }

/**
 * Uploads a file of products to be checked, which changes no product. Only XMLHttpRequest reports the progress of an
 * upload.
 * @param onProgress receives the part that is sent, from 0 to 1
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
    return undefined // the answer came from a proxy, not from the shop
  }
}
