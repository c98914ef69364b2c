import { Share2 } from 'lucide'
import { type Product, productPath } from '#domain/products/product.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { button } from '../ui/form/button.ts'
import { Icon } from '../ui/icon.tsx'

/** Opens the device's share dialog with the page's address, or copies the address. */
export function ShareProduct({ product }: { product: Product }) {
  async function share() {
    const url = location.origin + productPath(product)
    try {
      if ('share' in navigator) await navigator.share({ title: product.name, url })
      else await copy(url)
    } catch (error) {
      const { name } = error as Error
      if (name !== 'AbortError') await copy(url) // AbortError means that the visitor closed the dialog
    }
  }

  return (
    <button type="button" className={`${button.quiet} noscript:hidden`} onClick={share}>
      <Icon of={Share2} className="size-4" />
      Share
    </button>
  )
}

async function copy(url: string) {
  try {
    await navigator.clipboard.writeText(url)
    toast.say('The link is copied.')
  } catch (error) {
    console.info('This browser copies nothing', error)
    toast.alert('The link could not be copied. It stands in the address bar.')
  }
}
