import { routeCodeAttribute, knownSessionKey } from "../../../contract/boot.ts";

/** Id of the template with the app's code in a page with a first view. */
export const appCodeId = "app-code";

/**
 * Script in the HTML of a page with a first view.
 *
 * It loads the app after the first paint, which would otherwise share the network with the app's code and wait for it to run. It keeps the
 * last press on a link or button, see web/lib/early-taps.ts: the app starts a class that the browser alone would only open. If the HTML
 * names the code of the page that a pressed link leads to, it is loaded right after the app's, and a guest's
 * session and the sound start at once. If the app's code or a sheet can't be loaded, the browser follows the link.
 *
 * The HTML has only those rules of the build's style sheets that the first view needs. The whole sheets are loaded with the app's code,
 * which runs once they are here, so that nothing it renders is without styles.
 */
export const firstViewScript =
  // Right after its rules in the HTML, so that a studio's colors still come last.
  `(()=>{const loadSheet=style=>new Promise((done,fail)=>style.after(Object.assign(document.createElement("link"),` +
  `{rel:"stylesheet",crossOrigin:"",href:style.dataset.partOf,onload:done,onerror:fail})));` +
  // Loads all that a template links to. Done when one file is left: those of the next template then fill the line.
  `const fetchAll=content=>new Promise(done=>{const links=[...content.querySelectorAll("link")];let left=links.length;if(!left)done();` +
  `for(const link of links)link.onload=link.onerror=()=>{if(--left<2)done()};document.head.append(content)});` +
  `let pressed=null,link=null,hasCode,load=()=>{load=()=>{};const{content}=document.getElementById("${appCodeId}");` +
  `const app=content.querySelector("script");app.onerror=()=>endEarlyTaps(true);app.remove();` +
  `Promise.all([...document.querySelectorAll("style[data-part-of]")].map(loadSheet)).then(()=>document.head.append(app),app.onerror);` +
  `hasCode=fetchAll(content)};` +
  // Not for a browser whose session the server may still renew.
  `const signIn=()=>{try{localStorage["${knownSessionKey}"]||(window.earlySignIn??=` +
  `fetch("/api/auth/sign-in/anonymous",{method:"POST",headers:{"content-type":"application/json"},body:"{}"})` +
  `.then(answer=>answer.json()).then(({token})=>token).catch(()=>null))}catch{}};` +
  `const keep=e=>{const on=e.target.closest('#root a:not([href^="#"]),#root button');` +
  `if(!on||e.button||e.metaKey||e.ctrlKey||e.shiftKey||e.altKey)return;e.preventDefault();e.stopPropagation();pressed=on;load();` +
  `const href=on.href&&on.pathname+on.search;if(!link||link.href!==href)link=href?{href,starts:false}:null;` +
  `for(const part of document.querySelectorAll("template[${routeCodeAttribute}]"))` +
  `if(on.href&&RegExp("^"+part.dataset.codeOf.replace(/\\$\\w+/g,"[^/]+")+"$").test(on.pathname)){` +
  `link.starts=true;part.remove();hasCode=hasCode.then(()=>fetchAll(part.content));signIn();` +
  // After the requests, as it blocks the page for a tenth of a second. Without an output it throws.
  `queueMicrotask(()=>{try{window.earlySound??=new AudioContext()}catch{}})}};` +
  `window.endEarlyTaps=isDone=>{removeEventListener("click",keep,true);const on=pressed;pressed=null;if(isDone&&on)on.click()};` +
  `window.earlyLink=()=>link;addEventListener("click",keep,true);` +
  `setTimeout(()=>load(),2000);` +
  // A hidden tab paints nothing, and some browsers don't report it.
  `if(document.hidden||!PerformanceObserver.supportedEntryTypes.includes("paint"))load();` +
  `else new PerformanceObserver(()=>load()).observe({type:"paint",buffered:true})})()`;
