import './faces.css'
import './tokens.css'
import './base.css'
import './print.css'
