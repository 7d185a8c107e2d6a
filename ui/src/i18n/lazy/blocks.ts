import { blocksTexts } from '../en/blocks.ts'
import { addTexts } from '../i18nProvider.ts'

addTexts({ blocks: blocksTexts })
