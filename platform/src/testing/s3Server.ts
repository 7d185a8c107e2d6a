import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const hash = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

/**
 * The signature that AWS's documentation makes of a request (signature 4), worked out anew from what arrived.
 */
const computeSignature = (
  { method, url = '', headers }: IncomingMessage,
  body: Buffer,
  secretKey: string,
): string => {
  const [, date, region, service, signed = ''] =
    /Credential=[^/]+\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+)/.exec(
      headers.authorization ?? '',
    ) ?? []
  const { pathname, searchParams } = new URL(url, 'http://s3')
  const query = [...searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&')
  const canonical = [
    method,
    pathname,
    query,
    ...signed.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    signed,
    hash(body),
  ].join('\n')
  const scope = `${date}/${region}/${service}/aws4_request`
  const key = hmac(
    hmac(hmac(hmac(`AWS4${secretKey}`, date ?? ''), region ?? ''), service ?? ''),
    'aws4_request',
  )
  return hmac(key, ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(canonical)].join('\n')).toString(
    'hex',
  )
}

/** A bucket in memory that takes only what is rightly signed; lists two keys at a time. */
export const startS3Server = async ({
  secretKey,
  bucket,
}: Readonly<{ secretKey: string; bucket: string }>) => {
  const files = new Map<string, Readonly<{ bytes: Buffer; type: string | undefined }>>()
  const statuses: number[] = []
  const answer = (
    request: IncomingMessage,
    body: Buffer,
  ): readonly [status: number, body?: Buffer | string] => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3')
    const signature = /Signature=([0-9a-f]{64})$/.exec(request.headers.authorization ?? '')?.[1]
    if (
      signature !== computeSignature(request, body, secretKey) ||
      request.headers['x-amz-content-sha256'] !== hash(body)
    )
      return [403, '<Error><Code>SignatureDoesNotMatch</Code></Error>']
    if (pathname === `/${bucket}`) {
      const keys = [...files.keys()]
        .filter((key) => key.startsWith(searchParams.get('prefix') ?? ''))
        .toSorted()
        .slice(0, 2)
      const contents = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`)
      return [200, `<ListBucketResult>${contents.join('')}</ListBucketResult>`]
    }
    const key = pathname.slice(bucket.length + 2)
    if (request.method === 'PUT') files.set(key, { bytes: body, type: request.headers['content-type'] })
    if (request.method === 'DELETE') files.delete(key)
    if (request.method === 'DELETE') return [204]
    const found = files.get(key)
    if (!found) return [404, '<Error><Code>NoSuchKey</Code></Error>']
    const [, start, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (start !== undefined) return [206, found.bytes.subarray(Number(start), Number(last) + 1)]
    return [200, request.method === 'GET' ? found.bytes : '']
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const [status, body] = answer(request, Buffer.concat(chunks))
      statuses.push(status)
      response.writeHead(status).end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${bucket}`),
    files,
    statuses,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
