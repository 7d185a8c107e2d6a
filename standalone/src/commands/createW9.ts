import type { z } from 'zod'
import { taxProfile } from '@hearth/contracts/tax-profile'

type Form = z.input<typeof taxProfile.commands.ImportTaxForm.schema>

/** A W-9 of a company in New York, signed two years ago where the host was before. */
export const createW9 = (legalName: string, number: string, now = new Date()): Form => ({
  form: 'W9',
  entity: 'company',
  person: {
    legalName,
    street: '12 Warren Street',
    city: 'Hudson',
    region: 'NY',
    postalCode: '12534',
    country: 'US',
  },
  tin: { country: 'US', type: 'EIN', number },
  signedName: 'Ana Vale',
  signedAt: `${now.getUTCFullYear() - 2}-01-12T15:00:00.000Z`,
})
