/** Works on all items, although some fail; throws afterwards with their number. */
export const tryEach = async <T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  failure: string,
): Promise<void> => {
  const failed: unknown[] = []
  for (const item of items) await work(item).catch((error: unknown) => void failed.push(error))
  if (failed.length > 0) throw new Error(`${failed.length} ${failure}`, { cause: failed[0] })
}
