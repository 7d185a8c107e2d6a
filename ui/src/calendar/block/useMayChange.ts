import { useCan, useSession } from '../../session/session.ts'
import type { Claim } from '../../data/records/records.ts'

/** Whether the session may change the block: a calendar co-host only changes their own. */
export const useMayChange = ({ createdBy }: Claim): boolean => {
  const me = useSession()?.user.id
  const mayBlock = useCan('block.write')
  const mayChangeOthers = useCan('block.manage')
  return mayBlock && (mayChangeOthers || createdBy === me)
}
