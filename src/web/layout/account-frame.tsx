import type { ReactNode } from 'react'
import { useShop } from '../settings/api.ts'
import { Art } from '../ui/art.tsx'
import { Link } from '../ui/link.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { useFocusOnNewPage } from './use-focus-on-new-page.ts'
import { WithdrawFooter } from './withdraw-footer.tsx'
import { Wordmark } from './wordmark.tsx'

interface AccountFrameProps {
  title: string
  /** Beside the form if there is room. */
  art: Parameters<typeof Art>[0]['name']
  children: ReactNode
}

/** The frame of the login pages: no menus, one task. */
export function AccountFrame({ title, art, children }: AccountFrameProps) {
  const { name } = useShop()
  useFocusOnNewPage()
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <PageTitle>{title}</PageTitle>
      <ProgressBar />
      <div className="flex flex-col px-5 md:px-10">
        <header className="flex h-16 items-center justify-center lg:justify-start">
          <Link to="/" aria-label={`${name}, home`} className="flex min-h-11 min-w-0 items-center">
            <Wordmark />
          </Link>
        </header>
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto flex w-full max-w-sm flex-1 flex-col pt-10 pb-16 outline-none lg:pt-[16vh]"
        >
          <h1 className="text-4xl md:text-5xl">{title}</h1>
          {children}
        </main>
        <WithdrawFooter />
      </div>
      <div className="sticky top-0 h-dvh max-lg:hidden">
        <Art name={art} alt="" sizes="50vw" className="size-full object-cover" />
      </div>
    </div>
  )
}
