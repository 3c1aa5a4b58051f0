; Landing pads over i8*, with type information as cast globals; funclets.
@_ZTIi = external dso_local constant i8*
@_ZTI1A = linkonce_odr dso_local constant { i8*, i8* } { i8* bitcast (i8** getelementptr inbounds (i8*, i8** @_ZTVN10__cxxabiv117__class_type_infoE, i64 2) to i8*), i8* null }, align 8
@_ZTVN10__cxxabiv117__class_type_infoE = external dso_local global i8*

declare dso_local i32 @__gxx_personality_v0(...)
declare dso_local i32 @__CxxFrameHandler3(...)
declare void @throws(i8*)
declare i8* @__cxa_begin_catch(i8*)
declare void @__cxa_end_catch()
declare i32 @llvm.eh.typeid.for(i8*) nounwind readnone

define i32 @catches(i8* %p) personality i8* bitcast (i32 (...)* @__gxx_personality_v0 to i8*) {
entry:
  invoke void @throws(i8* %p)
          to label %ok unwind label %pad

ok:                                               ; preds = %entry
  ret i32 0

pad:                                              ; preds = %entry
  %0 = landingpad { i8*, i32 }
          cleanup
          catch i8* bitcast (i8** @_ZTIi to i8*)
          catch i8* bitcast ({ i8*, i8* }* @_ZTI1A to i8*)
          filter [1 x i8*] [i8* bitcast (i8** @_ZTIi to i8*)]
          catch i8* null
  %1 = extractvalue { i8*, i32 } %0, 0
  %2 = extractvalue { i8*, i32 } %0, 1
  %3 = call i32 @llvm.eh.typeid.for(i8* bitcast (i8** @_ZTIi to i8*)) #0
  %4 = icmp eq i32 %2, %3
  br i1 %4, label %handler, label %rethrow

handler:                                          ; preds = %pad
  %5 = call i8* @__cxa_begin_catch(i8* %1) #0
  %6 = bitcast i8* %5 to i32*
  %7 = load i32, i32* %6, align 4
  call void @__cxa_end_catch()
  ret i32 %7

rethrow:                                          ; preds = %pad
  resume { i8*, i32 } %0
}

define void @funclets(i8* %p) personality i32 (...)* @__CxxFrameHandler3 {
entry:
  %obj = alloca i32, align 4
  invoke void @throws(i8* %p)
          to label %exit unwind label %dispatch

dispatch:                                         ; preds = %entry
  %0 = catchswitch within none [label %handler] unwind to caller

handler:                                          ; preds = %dispatch
  %1 = catchpad within %0 [i8* bitcast (i8** @_ZTIi to i8*), i32 0, i32* %obj]
  call void @throws(i8* null) [ "funclet"(token %1) ]
  catchret from %1 to label %exit

exit:                                             ; preds = %handler, %entry
  ret void
}

attributes #0 = { nounwind }
