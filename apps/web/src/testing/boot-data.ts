const BOOT = {
  gatewayPrefix: '/fssapi',
  behaviorSample: 1,
  portfolio: {
    portfolioId: 118,
    brandName: 'Sample Lender',
    legalName: 'Sample Lender, LLC',
    domainOfWeb: 'www.lender.example',
    domainOfWap: 'm.lender.example',
    spinner: 1,
    phone: '3025550118',
    email: 'care@lender.example',
    hours: 'Always',
    address: '1 Sample Row',
    licenseText: 'A sample.',
    entryOrder: ['personal', 'IBV', 'employment', 'bank', 'question'],
    faviconUrl: '/portfolios/118/favicon.svg',
  },
}

/** Puts the boot data into the page's head, as the server does. */
export function giveBootData(): void {
  const script = document.createElement('script')
  script.type = 'application/json'
  script.id = 'boot'
  script.textContent = JSON.stringify(BOOT)
  document.head.append(script)
}
