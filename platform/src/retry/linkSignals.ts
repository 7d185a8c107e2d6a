/**
 * A signal that aborts with the first of these, and `unlink` for when it is no longer needed before that.
 * `AbortSignal.any` holds its sources weakly and can miss an abort on some versions of Node
 * (https://github.com/nodejs/node/issues/65995).
 */
export const linkSignals = (
  ...sources: readonly AbortSignal[]
): Readonly<{ signal: AbortSignal; unlink: () => void }> => {
  const controller = new AbortController()
  const unlink = (): void => {
    for (const source of sources) source.removeEventListener('abort', follow)
  }
  const follow = (): void => {
    unlink()
    controller.abort(sources.find(({ aborted }) => aborted)?.reason)
  }
  for (const source of sources) source.addEventListener('abort', follow)
  if (sources.some(({ aborted }) => aborted)) follow()
  return { signal: controller.signal, unlink }
}
