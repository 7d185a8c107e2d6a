import { listingDetailsTexts } from '../../i18n/en/listingDetails.ts'
import { addTexts } from '../../i18n/i18nProvider.ts'
import '../../listing-sections/texts.ts'

addTexts({ listingDetails: listingDetailsTexts })
