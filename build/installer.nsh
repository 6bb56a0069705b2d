; The program registers itself for assay: links when it starts. Removing it removes that, but not when it is updated.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegKey HKCU "Software\Classes\assay"
  ${endIf}
!macroend
