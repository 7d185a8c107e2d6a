import { HttpError } from 'react-admin'
import { isProblem } from './http.ts'
import { problemCode } from './problems.ts'
import { askForProof } from './proof.ts'

type Options = Readonly<{
  /** Sent with POST. */
  body?: unknown
  /** What the API requires identity confirmation for. */
  capability?: string
}>

const fetchFile = async (url: string, { body: sent }: Options): Promise<Response> => {
  const response = await fetch(url, {
    credentials: 'same-origin',
    ...(sent !== undefined && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sent),
    }),
  })
  if (response.ok) return response
  const body: unknown = await response.json().catch(() => null)
  throw new HttpError(isProblem(body) ? body.title : `HTTP ${response.status}`, response.status, body)
}

const readFileName = (response: Response, otherwise: string) =>
  /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? otherwise

/**
 * Downloads a file of the API, after identity confirmation where the API requires it. Throws as `request`
 * does.
 */
export const download = async (url: string, fileName: string, options: Options = {}): Promise<void> => {
  const response = await fetchFile(url, options).catch(async (error: unknown) => {
    const { capability = 'account.export' } = options
    if (problemCode(error) === 'STEP_UP_REQUIRED' && (await askForProof(capability)))
      return fetchFile(url, options)
    throw error
  })
  const address = URL.createObjectURL(await response.blob())
  const link = Object.assign(document.createElement('a'), {
    href: address,
    download: readFileName(response, fileName),
  })
  link.click()
  // The browser reads the file after it has handled the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
