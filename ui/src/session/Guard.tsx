import type { ReactNode } from 'react'
import { Authenticated } from 'react-admin'
import { Navigate } from 'react-router-dom'
import type { Capability } from '@hearth/contracts/kernel/access'
import { to } from '../navigation/paths.ts'
import { allows, useSession } from './session.ts'

const Allowed = ({ capability, children }: { capability: Capability; children: ReactNode }) => {
  const session = useSession()
  if (!session) return null
  return allows(session, capability) ? (
    children
  ) : (
    <Navigate to={to.unauthorized()} replace state={{ capability }} />
  )
}

/** Custom routes have no check of their own: requires sign-in first, then the capability. */
export const Guard = ({
  capability,
  children,
}: {
  capability?: Capability | undefined
  children: ReactNode
}) => (
  <Authenticated>
    {capability === undefined ? children : <Allowed capability={capability}>{children}</Allowed>}
  </Authenticated>
)
