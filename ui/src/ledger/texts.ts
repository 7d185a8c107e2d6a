import { addTexts } from '../i18n/i18nProvider.ts'
import { payoutTexts } from '../i18n/en/payout.ts'

addTexts({ payout: payoutTexts })
