import { listingsTexts } from '../en/listings.ts'
import { addTexts } from '../i18nProvider.ts'

addTexts({ listings: listingsTexts })
