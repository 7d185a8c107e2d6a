import { addTexts } from '../i18n/i18nProvider.ts'
import { referralTexts } from '../i18n/en/referral.ts'

addTexts({ referral: referralTexts })
