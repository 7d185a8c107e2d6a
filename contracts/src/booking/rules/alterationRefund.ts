import type { Id } from '../../kernel/ids.ts'

const CAUSE = 'alteration:'

/** The cause of what an altered stay costs less, or of a charge that is given back. */
export const alterationCause = (requestId: Id) => `${CAUSE}${requestId}`

/** It is not part of the price any more, so it does not count against what is left to refund. */
export const isAlterationRefund = ({ cause }: Readonly<{ cause: string }>) => cause.startsWith(CAUSE)
