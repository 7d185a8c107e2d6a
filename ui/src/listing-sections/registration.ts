import { listing, REGISTRATION_SCHEMES, type RegistrationScheme } from '@hearth/contracts/listing'

/** The command without the document, which no form asks for. */
const fields = listing.commands.RecordRegistration.schema.omit({ documentFileId: true })

const matches = ({ scheme, number }: Readonly<{ scheme: RegistrationScheme; number: string }>) =>
  REGISTRATION_SCHEMES[scheme].pattern.test(number)

/** A registration whose number has the format of its scheme. */
export const zRegistrationFields = fields.refine(matches, { path: ['number'] })
/** The same with the scheme and the number only. */
export const zRegistrationNumber = fields
  .pick({ scheme: true, number: true })
  .refine(matches, { path: ['number'] })
