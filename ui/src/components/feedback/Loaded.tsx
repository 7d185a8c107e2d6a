import type { ReactNode } from 'react'
import { Card } from '../layout/Card.tsx'
import { ErrorState } from './ErrorState.tsx'
import { Skeleton } from '../list/TableSkeleton.tsx'

type Props<T> = {
  query: Readonly<{ data?: T | undefined; error: unknown; refetch: () => unknown }>
  failed: string
  height?: number
  /** Inside a card already. */ bare?: boolean
  children: (data: T) => ReactNode
}

/** The loaded data, a skeleton of its height until then, or the error. */
export const Loaded = <T,>({
  query: { data, error, refetch },
  failed,
  height = 220,
  bare = false,
  children,
}: Props<T>) => {
  if (data !== undefined) return children(data)
  const content = error ? (
    <ErrorState title={failed} error={error} onRetry={() => void refetch()} />
  ) : (
    <div aria-busy="true" style={bare ? { padding: 16 } : undefined}>
      <Skeleton height={height} />
    </div>
  )
  return bare || !error ? content : <Card>{content}</Card>
}
