import '@dolphin/ui/theme/global-styles'
import './theme/desk.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { DeskApp } from './app/desk-app.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')
createRoot(root).render(
  <StrictMode>
    <DeskApp />
  </StrictMode>,
)
