import compression from 'compression'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants } from 'node:zlib'

/** What is smaller fits into one or two packets anyway. */
const MIN_BYTES = 1_024
const TYPES = /^(?:application\/(?:problem\+)?json|text\/(?:html|csv))\b/

/**
 * Whether another site cannot have caused a request that carries a session. It could otherwise have its own
 * text compressed together with what the person may see, and guess that from the length of the answer
 * (docs/decisions/0055-answers-are-compressed.md).
 */
const isOwnRequest = ({ headers }: IncomingMessage): boolean =>
  headers.cookie === undefined || headers['sec-fetch-site'] === 'same-origin'

/** Pages hold nothing of a person, and are the same for all people. */
const isPage = (response: ServerResponse): boolean =>
  String(response.getHeader('content-type')).startsWith('text/html')

/**
 * Compresses answers while they are sent: JSON, CSV and pages, with brotli or gzip. Live updates and files are
 * left as they are. An ETag names the revision of a row, whatever the encoding, so it stays.
 */
export const compress = compression({
  threshold: MIN_BYTES,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  filter: (request, response) =>
    TYPES.test(String(response.getHeader('content-type'))) && (isPage(response) || isOwnRequest(request)),
})
