/** The package works with Node's own requests and answers; its published types know Express's only. */
declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  import type { BrotliOptions } from 'node:zlib'

  export default function compression(
    options: Readonly<{
      /** Bytes; answers whose length is known to be less are left as they are. */
      threshold: number
      brotli: BrotliOptions
      filter: (request: IncomingMessage, response: ServerResponse) => boolean
    }>,
  ): (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}
